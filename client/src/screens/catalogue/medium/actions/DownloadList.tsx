import type { MediaFile } from '@fundus/contract/files/files';
import { SaveLink, type DownloadSource } from '../../../../components/media/SaveLink.tsx';
import { languageName } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { formatName } from '../../../../player/playback/media-parts.ts';
import { describeFile } from './describe-file.ts';
import '../medium.css';

type Props = { files: readonly MediaFile[]; saving: DownloadSource; onSaved: () => void };

/** Shows the files that can be downloaded, with format and size. */
export function DownloadList({ files, saving, onSaved }: Props) {
  const { locale } = useT();
  return (
    <ul className="medium-downloads">
      {files.map((file) => (
        <li key={file.id}>
          <SaveLink id={file.id} href={file.download_href!} saving={saving} onClick={onSaved}>
            {file.label ?? (file.language ? languageName(file.language, locale) : formatName(file.mime))}
            <span className="small-print">{describeFile(file, locale)}</span>
          </SaveLink>
        </li>
      ))}
    </ul>
  );
}
