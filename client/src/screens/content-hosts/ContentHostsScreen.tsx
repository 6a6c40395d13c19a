import { contentHosts } from '@fundus/contract/files/content-hosts';
import { isHost, MAX_HOSTS } from '@fundus/contract/files/host-rules';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import './content-hosts.css';

/** Shows the external hosts from which exercises and packages may load content. */
export function Screen() {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(contentHosts.listHosts), staleTime: 0 });
  return (
    <div className="wrap content-hosts">
      <PageHeading title={t('hosts.title')} />
      <p className="quiet">{t('hosts.about')}</p>
      <p className="quiet">{t('hosts.privacy')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PlaceholderLines />}
      {data && <HostsForm key={data.hosts.join()} hosts={data.hosts} />}
    </div>
  );
}

function HostsForm({ hosts }: { hosts: readonly string[] }) {
  const { t } = useT();
  const save = useCall(contentHosts.setHosts, { refreshes: [contentHosts.listHosts] });
  const [text, setText] = useState(hosts.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wanted = hostsIn(text);
    const wrong = wanted.find((host) => !isHost(host));
    if (wrong !== undefined) return setProblem(t('hosts.wrong', { host: wrong }));
    if (wanted.length > MAX_HOSTS) return setProblem(t('hosts.full', { max: MAX_HOSTS }));
    setProblem(null);
    save.mutate({ body: { hosts: wanted } }, { onSuccess: () => showSnackbar({ text: t('hosts.saved') }) });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextArea
        label={t('hosts.field')}
        hint={t('hosts.field.hint')}
        error={problem}
        rows={6}
        value={text}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => setText(event.target.value)}
      />
      {save.error && <FormProblem>{t(`error.${save.error.code}`, { name: '' })}</FormProblem>}
      <Button type="submit" variant="primary" disabled={save.isPending}>
        {t('hosts.save')}
      </Button>
    </form>
  );
}

/** Returns the hosts of pasted addresses or host names. */
const hostsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((line) => (URL.canParse(line) && /^https?:/i.test(line) ? new URL(line).host : line.toLowerCase()));
