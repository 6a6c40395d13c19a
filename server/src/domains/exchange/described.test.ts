import type { MediaField } from '@fundus/contract/catalogue/media-record';
import { frontendConfig } from '@fundus/contract/config';
import { expect, test } from 'vitest';
import type { CardRow } from '../catalogue/index.ts';
import { describeMedium } from './described.ts';

const ROW: Record<MediaField, unknown> & Record<string, unknown> = {
  ...{ identifier: 'm-1', parts: [], own: null, free: true, cover: null },
  ...{ fn_nr: '1', fn_titel: 'Zellen', fn_kurztext: 'Kurz', fn_text: 'Text', is_mediathek: false, fn_geb: ['080'], fn_sprache: ['de'] },
  ...{ fn_typ: '49', fn_adressat: ['5'], fn_schlag: ['Zelle'], fn_prodname: 'Verlag', year: 2020, duration: 60, url: null, isbn: null },
  ...{ ean: null, doi: null, rights_note: 'CC0', set_of: null, recommended: false, published: '2026-01-01' },
};

/** A different value for each exported field, or `null` for a field that is not exported. A new field without an entry is a compiler error. */
const OTHERS: Record<MediaField, { value: unknown } | null> = {
  fn_titel: { value: 'Gewebe' },
  fn_kurztext: { value: 'Anders' },
  fn_text: { value: 'Anders' },
  fn_geb: { value: ['100'] },
  fn_sprache: { value: ['en'] },
  fn_typ: { value: '29' },
  fn_adressat: { value: ['6'] },
  fn_schlag: { value: ['Gewebe'] },
  fn_prodname: { value: 'Sender' },
  year: { value: 2021 },
  duration: { value: 61 },
  url: { value: 'https://medien.example/1' },
  isbn: { value: '9783161484100' },
  ean: { value: '4006381333931' },
  doi: { value: '10.1000/182' },
  rights_note: { value: 'CC BY 4.0' },
  published: { value: '2026-01-02' },
  fn_nr: null,
  is_mediathek: null,
  set_of: null,
  recommended: null,
};

const describe = (row: object) => describeMedium({ origin: 'https://portal.example', config: frontendConfig() }, row as CardRow);

test.each(Object.entries(OTHERS))('includes or intentionally omits the field %s of a medium', (field, other) => {
  if (other) expect(describe({ ...ROW, [field]: other.value })).not.toEqual(describe(ROW));
  else expect(describe({ ...ROW, [field]: 'x' })).toEqual(describe(ROW));
});
