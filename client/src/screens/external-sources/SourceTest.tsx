import { externalSources } from '@fundus/contract/external-sources/external-sources';
import { SOURCE_LIMITS } from '@fundus/contract/external-sources/sources';
import type { Args } from '@fundus/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { Note } from '../../ui/Note.tsx';
import './sources.css';

export type SourceTestInput = Omit<Args<typeof externalSources.test>['body'], 'id' | 'q'>;

/** Tests the source with the entered values and shows the result. Nothing is stored. */
export function SourceTest({ entered, id, disabled }: { entered: SourceTestInput; id: string | undefined; disabled: boolean }) {
  const { t } = useT();
  const [q, setQ] = useState(t('sources.test.sample'));
  const test = useCall(externalSources.test);
  const { data, error } = test;
  const tested = useRef<HTMLDivElement>(null);
  // The form is longer than the screen, so the result is scrolled into view.
  useEffect(() => {
    if (data || error) tested.current?.scrollIntoView?.({ block: 'nearest' });
  }, [data, error]);
  return (
    <div className="source-test">
      <TextField label={t('sources.test.words')} value={q} maxLength={SOURCE_LIMITS.words} onChange={(event) => setQ(event.target.value)} />
      <Button
        variant="line"
        disabled={disabled || test.isPending || q.trim() === ''}
        onClick={() => test.mutate({ body: { ...entered, q, ...(id !== undefined && { id }) } })}
      >
        {t('sources.test')}
      </Button>
      <div ref={tested} className="source-tested" role="status" aria-busy={test.isPending}>
        {error && <Note tone="bad">{t(`error.${error.code}`, { name: '' })}</Note>}
        {data?.problem && <Note tone="bad">{t(`sources.problem.${data.problem}`, { status: data.status ?? '–' })}</Note>}
        {data && data.problem === null && (
          <Note>
            <p>{t('sources.test.good', { count: data.total ?? data.titles.length, time: data.milliseconds })}</p>
            {data.titles.length > 0 && (
              <ul>
                {data.titles.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
      </div>
    </div>
  );
}
