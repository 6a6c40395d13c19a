import { CloudDownload, Clock, Combine, FileInput, Globe, IdCard, Languages, Palette } from 'lucide-react';

const SIGNS = {
  theme: Palette,
  texts: Languages,
  imports: FileInput,
  duplicates: Combine,
  routines: Clock,
  signOn: IdCard,
  hosts: CloudDownload,
  sources: Globe,
};

/** Shows the icon of an administration page. It is loaded only for administrators. */
export function AdminIcon({ of }: { of: keyof typeof SIGNS }) {
  const Sign = SIGNS[of];
  return <Sign />;
}
