/** Dates and download option of a release. */
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing, type Release } from '@fundus/contract/medialists/sharing';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { DayFields } from '../../../components/classes/TermsFields.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Note } from '../../../ui/Note.tsx';
import type { DoneMessage } from './list-target.ts';

export const NO_RELEASE_TERMS = { from: '', until: '', download: false };
type Terms = typeof NO_RELEASE_TERMS;

/** Returns the request body. Omitted fields keep their values in existing releases. */
export const bodyOfTerms = ({ from, until, download }: Terms) => ({
  ...(from && { visible_from: from }),
  ...(until && { visible_until: until }),
  ...(download && { can_download: true }),
});

export function ReleaseTermsFields({ values, set }: { values: Terms; set: (values: Terms) => void }) {
  const { t } = useT();
  return (
    <>
      <DayFields values={values} earliest={today(new Date())} set={(about) => set({ ...values, ...about })} />
      <Checkbox
        label={t('list.release.download')}
        hint={t('share.download.hint')}
        checked={values.download}
        onChange={(event) => set({ ...values, download: event.target.checked })}
      />
    </>
  );
}

/** Returns the releases of the list that are active or scheduled. */
export function useRunningReleases(list: Medialist): Release[] {
  const had = useQuery({
    ...query(medialistSharing.sharing, { params: { id: list.id } }),
    staleTime: 0,
    enabled: list.can.release || list.can.releaseToSchool,
  });
  return (had.data?.releases ?? []).filter(({ state }) => state === 'active' || state === 'scheduled');
}

/** Explains that an empty list cannot be released. */
export function EmptyListNote({ list }: { list: Medialist }) {
  const { t } = useT();
  return list.contents.length === 0 && <Note tone="info">{t('list.share.empty')}</Note>;
}

/** Shows that the list is already released, and until when. */
export function ExistingRelease({ release }: { release: Release }) {
  const { t, locale } = useT();
  return t('list.release.had', { date: formatDate(release.visible_until, 'short', locale) });
}

/** Returns the message shown after a release, which names media that learners cannot open yet. */
export function releasedMessage(
  t: Translate,
  list: Medialist,
  names: string,
  unlicensed: Reply<typeof medialistSharing.release>['unlicensed'],
): DoneMessage {
  const yet =
    unlicensed.length > 0 &&
    t('list.release.unlicensed', {
      count: unlicensed.length,
      titles: unlicensed.map(({ title }) => t('app.quoted', { title })).join(', '),
    });
  return {
    text: [t('list.release.done', { title: list.title, names }), yet].filter(Boolean).join(' '),
    type: yet ? 'info' : 'success',
  };
}
