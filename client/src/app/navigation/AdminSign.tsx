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

/** The sign of a page administrators alone have: nobody else loads it. */
export function AdminSign({ of }: { of: keyof typeof SIGNS }) {
  const Sign = SIGNS[of];
  return <Sign />;
}
