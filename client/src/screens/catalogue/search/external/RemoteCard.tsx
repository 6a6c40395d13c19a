import { Check, ExternalLink, ListPlus } from 'lucide-react';
import { MediaTypeIcon } from '../../../../components/media/media-icons.tsx';
import { mediaHref } from '../../../../components/media/media-context.ts';
import { mayCreateLists } from '../../../../components/medialists/may-list.ts';
import { languageName } from '../../../../i18n/format.ts';
import { typeName } from '../../../../i18n/reference-names.ts';
import { useT } from '../../../../i18n/translate.ts';
import { addLinkToList, addMediaToList } from '../../../../stores/add-to-list.ts';
import { useSession } from '../../../../stores/session.ts';
import { IconButton } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import '../../../../components/media/cover.css';
import '../../../../components/media/media-card.css';
import '../../../../components/media/media-grid.css';
import './external-tab.css';
import type { RemoteWork } from './remote-results.ts';

/** Shows a work found in an external source, or the medium if this portal has it. */
export function RemoteCard({ work: { hit, also } }: { work: RemoteWork }) {
  const { t, locale } = useT();
  const session = useSession();
  const facts = [
    hit.publisher || hit.creators,
    ...(hit.year === null ? [] : [String(hit.year)]),
    ...hit.languages.filter((code) => code !== 'de').map((code) => languageName(code, locale)),
    hit.licence,
  ].filter(Boolean);
  const add = () =>
    hit.here
      ? addMediaToList([{ identifier: hit.here.identifier, fn_titel: hit.title }])
      : addLinkToList(new URL(hit.address, location.href).href, hit.title);
  return (
    <article className="card">
      <div className="cover" aria-hidden="true">
        <span className="cover-none">
          <MediaTypeIcon code={hit.type} />
        </span>
      </div>
      <div className="card-text">
        <h3>
          {hit.here ? (
            <Link href={mediaHref('search', hit.here.identifier)}>{hit.title}</Link>
          ) : (
            <a href={hit.address} target="_blank" rel="noopener noreferrer external">
              {hit.title}
              <span className="sr"> ({t('remote.opens')})</span>
            </a>
          )}
        </h3>
        {hit.description && <p className="sub">{hit.description}</p>}
        <p className="facts">
          <span>{typeName(hit.type)}</span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className="remote-mark" data-here={hit.here ? '' : undefined}>
          {hit.here ? <Check className="i-16" /> : <ExternalLink className="i-16" />}
          {hit.here ? t(hit.here.active ? 'remote.here' : 'remote.here.known') : t('remote.external')}
        </p>
        {also.length > 0 && <p className="remote-mark">{t('remote.also', { sources: also.join(', ') })}</p>}
      </div>
      {mayCreateLists(session) && (
        <IconButton className="menu-btn" label={t('remote.add', { title: hit.title })} icon={<ListPlus />} onClick={add} />
      )}
    </article>
  );
}
