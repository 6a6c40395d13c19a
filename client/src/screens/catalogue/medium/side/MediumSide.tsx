import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { hasAccount, isDistrictAdmin, isStudent } from '@fundus/contract/access';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import { useQueries } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { mediaHref, type MediaContext } from '../../../../components/media/media-context.ts';
import { DescriptionList } from '../../../../components/page/DescriptionList.tsx';
import { toMediaPart, formatName, type MediaPart } from '../../../../player/playback/media-parts.ts';
import { SaveLink, type DownloadSource } from '../../../../components/media/SaveLink.tsx';
import { formatBytes, formatDate } from '../../../../i18n/format.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { nameOfCode } from '../../../../i18n/reference-names.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Link } from '../../../../ui/Link.tsx';
import { useSession } from '../../../../stores/session.ts';
import { MaterialPanel } from './MaterialPanel.tsx';
import { MediumAppearances } from './MediumAppearances.tsx';
import { MediumLending } from './MediumLending.tsx';
import { MediumLicence } from './MediumLicence.tsx';
import { MediumLink } from './MediumLink.tsx';
import { MediumMarketplace } from './MediumMarketplace.tsx';
import { RightsBox } from './RightsBox.tsx';
import { sideQueries } from './side-queries.ts';
import { captionName, nameOfLanguage } from './language-names.ts';
import { OpenIcon } from '../stage/OpenIcon.tsx';
import { useSearchScope } from './scope-of.ts';
import '../../../../ui/button.css';
import './medium-side.css';
import { scopeHref } from '../../../../components/search/search-scope.ts';

type Props = {
  detail: MediaDetail;
  context: MediaContext;
  files: readonly MediaFile[];
  saving: DownloadSource;
  canOpen: boolean;
  /** True if the medium requires a seat, which the user can claim with a button on its cover. */
  needsSeat: boolean;
  /** True while the panel above is loading. */
  awaited: boolean;
  onOpen: (part: MediaPart) => void;
  code: string | undefined;
  onLicence: () => void;
  /** Called once all panels are displayed. */
  onReady: () => void;
};

/** Shows the panels next to a medium: rights, material, other versions and facts. */
export function MediumSide({ detail, context, files, saving, canOpen, needsSeat, awaited, onOpen, code, onLicence, onReady }: Props) {
  const { t } = useT();
  const { user, config } = useSession();
  const id = useId();
  const account = user !== false && hasAccount(user);
  const isStaff = account && !isStudent(user);
  const borrows = isStaff && config.GeraeteVerleih;
  const buys = isStaff && config.LinkToMP;
  const edits = user !== false && isDistrictAdmin(user) && config.LinkCheck;
  const reads = sideQueries(detail.identifier);
  const wanted = [
    edits && reads.link,
    account && reads.licences,
    borrows && reads.lent,
    buys && reads.products,
    account && reads.appearances,
  ];
  const asked = useQueries({ queries: wanted.filter((read) => read !== false) });
  const material = files.filter((file) => file.role === 'material');
  // Shows all panels together to avoid layout shifts. Failed or retried reads do not delay them.
  const [stands, setStands] = useState(false);
  const ready = stands || (!awaited && asked.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0));
  if (ready !== stands) setStands(ready);
  useEffect(() => {
    if (ready) onReady();
  }, [ready, onReady]);
  if (!ready) return <div className="medium-side" />;
  return (
    <aside className="medium-side" aria-label={t('media.side')}>
      {edits && <MediumLink identifier={detail.identifier} />}
      {detail.own && <MaterialPanel own={detail.own} />}
      {account && <MediumLicence identifier={detail.identifier} code={code} canTake={!needsSeat} onChange={onLicence} />}
      {borrows && <MediumLending identifier={detail.identifier} fn_typ={detail.fn_typ} />}
      {buys && <MediumMarketplace identifier={detail.identifier} />}
      {detail.may.length > 0 && !(user && isStudent(user)) && <RightsBox may={detail.may} />}
      {material.length > 0 && (
        <section className="panel" aria-labelledby={`${id}-material`}>
          <h2 id={`${id}-material`}>{t('media.material')}</h2>
          <ul className="medium-files">
            {material.map((file) => (
              <MaterialFile key={file.id} file={file} saving={saving} canOpen={canOpen} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
      {detail.versions.length > 0 && <Versions detail={detail} context={context} />}
      {account && <MediumAppearances identifier={detail.identifier} mediaType={classMediaKind(detail.fn_typ)} />}
      <Facts detail={detail} context={context} files={files} />
    </aside>
  );
}

function MaterialFile({
  file,
  saving,
  canOpen,
  onOpen,
}: {
  file: MediaFile;
  saving: DownloadSource;
  canOpen: boolean;
  onOpen: (part: MediaPart) => void;
}) {
  const { t, locale } = useT();
  const name = file.label ?? t('media.file', { format: formatName(file.mime) });
  const about = joinFacts([formatName(file.mime), file.bytes > 0 && formatBytes(file.bytes, locale)]);
  return (
    <li>
      <OpenIcon viewer={file.viewer} />
      <div>
        {canOpen && file.viewer !== 'none' && file.viewer !== 'link' ? (
          <button type="button" onClick={() => onOpen(toMediaPart(file))}>
            {name}
          </button>
        ) : (
          name
        )}
        <span className="small-print">{about}</span>
      </div>
      {file.download_href && (
        <SaveLink
          className="btn btn-icon"
          id={file.id}
          href={file.download_href}
          saving={saving}
          aria-label={t('media.download.named', { name })}
          title={t('media.download')}
        >
          <Download />
        </SaveLink>
      )}
    </li>
  );
}

function Versions({ detail, context }: { detail: MediaDetail; context: MediaContext }) {
  const { t, locale } = useT();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('media.versions')}</h2>
      <ul className="medium-versions">
        {detail.versions.map((version) => (
          <li key={version.identifier}>
            <Link href={mediaHref(context, version.identifier)}>{version.fn_titel}</Link>
            <span className="small-print">{version.fn_sprache.map((code) => nameOfLanguage(code, t, locale)).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ detail, context, files }: Pick<Props, 'detail' | 'context' | 'files'>) {
  const { t, locale } = useT();
  const id = useId();
  const scope = useSearchScope(context);
  const captions = files.filter((file) => file.role === 'caption').map((file) => captionName(file, locale));
  const rows: [string, ReactNode][] = [
    [t('media.facts.subjects'), detail.fn_geb.map((code) => nameOfCode(code, detail.labels[code] ?? code)).join(', ')],
    [t('media.facts.languages'), detail.fn_sprache.map((code) => nameOfLanguage(code, t, locale)).join(', ')],
    [t('media.facts.captions'), captions.join(', ')],
    [t('media.facts.type'), nameOfCode(detail.fn_typ, detail.labels[detail.fn_typ] ?? detail.fn_typ)],
    [
      t('media.facts.producer'),
      detail.fn_prodname &&
        (scope ? (
          <Link href={scopeHref(scope, { filter_fn_prodname: detail.fn_prodname })}>{detail.fn_prodname}</Link>
        ) : (
          detail.fn_prodname
        )),
    ],
    [t('media.facts.year'), detail.year && String(detail.year)],
    [t('media.facts.licence'), detail.rights_note],
    [t('media.facts.validTo'), detail.valid_to && formatDate(detail.valid_to, 'long', locale)],
    [t('media.facts.number'), detail.fn_nr && <span className="num">{detail.fn_nr}</span>],
    [t('edit.field.isbn'), detail.isbn],
    [t('edit.field.ean'), detail.ean],
    [t('edit.field.doi'), detail.doi],
    [t('media.facts.published'), formatDate(detail.published, 'long', locale)],
  ];
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr">
        {t('media.facts')}
      </h2>
      <div className="medium-data">
        <DescriptionList rows={rows} />
      </div>
    </section>
  );
}
