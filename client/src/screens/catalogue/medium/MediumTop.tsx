import type { MediaContext } from '../../../components/media/media-context.ts';
import { BackLink } from '../../../components/page/BackLink.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { neighbours, type Neighbours } from '../../../stores/trail.ts';
import { loadLater } from '../../../ui/load-later.tsx';
import type { ClassContext } from './given/use-class-context.ts';
import { backLinkOf } from './medium-address.ts';
import './medium.css';

/** Loaded later without a layout shift, because the row with the link back exists already. */
const TrailLinks = loadLater(async () => (await import('./given/TrailLinks.tsx')).TrailLinks);

type Props = {
  identifier: string;
  context: MediaContext;
  from: ScreenProps['from'];
  /** Previous and next medium in the list that the URL specifies, or `null` if there is none. */
  listed: Neighbours | null;
  given: ClassContext | null;
};

/** Shows the link back, links to the previous and next medium, and the teacher's note. */
export function MediumTop({ identifier, context, from, listed, given }: Props) {
  const { t } = useT();
  const session = useSession();
  const around = given ? given.around : (neighbours(identifier, from?.href ?? null) ?? listed);
  const back = around
    ? { href: around.address, title: around.title }
    : backLinkOf(from, searchScope(session) ?? (context === 'catalogue' ? 'catalogue' : null));
  return (
    <>
      <nav className="medium-crumb" aria-label={t('media.back')}>
        {back && <BackLink href={back.href}>{back.title ?? t('media.toSearch')}</BackLink>}
        {around && <TrailLinks around={around} />}
      </nav>
      {given?.note && (
        <section className="medium-note" aria-label={given.title}>
          <h2>{given.title}</h2>
          <p>{given.note}</p>
        </section>
      )}
    </>
  );
}
