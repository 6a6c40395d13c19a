import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { EyeOff } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';

/** Shows that the medium is a draft that only its editors can see. */
export function DraftNote({ detail: { identifier, own } }: { detail: Pick<MediaDetail, 'identifier' | 'own'> }) {
  const { t } = useT();
  return (
    <Note>
      <EyeOff />
      <span>{t('media.draft')}</span>
      <Link href={href(own ? 'own-material' : 'medium-editing', { id: identifier })}>
        {t(own ? 'material.edit' : 'media.draft.publish')}
      </Link>
    </Note>
  );
}
