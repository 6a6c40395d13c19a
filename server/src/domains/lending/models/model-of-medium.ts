/** Names of models and device codes for copies of a catalogue medium. Pure. */
import { SEPARATOR } from '@fundus/contract/lending/points/categories';
import { stripTags } from '@fundus/contract/markup';
import { mediaType } from '@fundus/contract/reference/media-types';

type Medium = {
  identifier: string;
  fn_titel: string;
  fn_typ: string;
  fn_kurztext?: string | null | undefined;
  fn_prodname?: string | null | undefined;
  fn_nr?: string | null | undefined;
};

/** Maximum length of the prefix, so that `-` and a consecutive number fit into a code. */
const MAX_BASE = 30;

/** Returns the prefix of codes for copies without a barcode. This is the media number without spaces, or else the identifier. */
export const codeBase = ({ fn_nr, identifier }: Pick<Medium, 'fn_nr' | 'identifier'>): string =>
  (fn_nr?.replaceAll(' ', '') || identifier).slice(0, MAX_BASE);

/** Returns the fields of a model with the medium's name. Its category is the type of the medium. */
export const modelOfMedium = ({ identifier, fn_titel, fn_typ, fn_kurztext, fn_prodname }: Medium) => ({
  name: fn_titel.slice(0, 120),
  maker: (fn_prodname ?? '').slice(0, 80),
  category: mediaType(fn_typ).label.replaceAll(SEPARATOR, ' ').slice(0, 60),
  description: stripTags(fn_kurztext ?? '', ' ')
    .trim()
    .slice(0, 4_000),
  parts: [],
  ...{ max_days: null, buffer_after: null, needs_briefing: false, teachers_only: false, self_service: false },
  ...{ identifier, manual: '', replacement_cents: null },
});
