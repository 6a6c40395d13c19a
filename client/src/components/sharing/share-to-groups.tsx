import { classes } from '@fundus/contract/classes/classes';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { useClassLines } from '../classes/use-class-lines.ts';
import { listHref } from '../medialists/list-href.ts';
import { SHARING_READS } from '../medialists/reads.ts';
import { useCreateListOfMedia } from './new-list-of.ts';
import type { MediumToShare } from './shared.ts';
import '../../ui/fields/field.css';
import '../classes/class-forms.css';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';

/** Share target "groups": creates a media list with the media and releases it to groups of a class. */
export function useShareToGroups(media: readonly MediumToShare[]): ShareTarget {
  const { t } = useT();
  const { lines } = useClassLines('');
  const [classId, setClassId] = useState<string | null>(null);
  const id = classId ?? lines[0]?.id;
  const cls = useQuery({ ...query(classes.read, { params: { id: id ?? '' } }), enabled: id !== undefined, staleTime: 0 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const create = useCall(medialists.create);
  const release = useCall(medialistSharing.release, SHARING_READS);
  const undo = useUndo(SHARING_READS);
  const body = useCreateListOfMedia(media);
  const groups = cls.data?.groups ?? [];
  const names = groups.filter((group) => chosen.includes(group.id)).map((group) => `${cls.data?.name} · ${group.name}`);
  return {
    ready: names.length > 0,
    pending: create.isPending || release.isPending,
    error: create.error ?? release.error,
    send: (done) =>
      create.mutate(
        { body },
        {
          onSuccess: (list) => {
            const params = { id: list.id };
            release.mutate(
              { params, body: { groups: groups.map((group) => group.id).filter((one) => chosen.includes(one)) } },
              {
                onSuccess: (reply) =>
                  done(names.join(', '), reply, {
                    action: undo(medialists.remove, { params }),
                    way: { label: t('list.added.open'), href: listHref(list.id) },
                  }),
              },
            );
          },
        },
      ),
    fields: (
      <>
        <p className="share-hint">{t('share.groups.hint')}</p>
        {lines.length > 0 && id !== undefined && (
          <SelectField
            label={t('share.groups.class')}
            value={id}
            options={lines.map((line) => ({ value: line.id, label: line.name }))}
            onChange={(next) => {
              setClassId(next);
              setChosen([]);
            }}
          />
        )}
        {cls.data && groups.length === 0 && <p className="quiet">{t('share.groups.none')}</p>}
        <fieldset className="share-classes">
          <legend>{t('share.groups')}</legend>
          <ul className="class-picks">
            {groups.map((group) => (
              <li key={group.id}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={chosen.includes(group.id)}
                    onChange={() => setChosen(chosen.includes(group.id) ? chosen.filter((one) => one !== group.id) : [...chosen, group.id])}
                  />
                  <span>{t('list.release.group', { name: group.name, count: group.members.length })}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      </>
    ),
  };
}
