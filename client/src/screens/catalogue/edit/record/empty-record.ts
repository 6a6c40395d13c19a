import type { EditRecord } from '@fundus/contract/catalogue/edit';

/** Returns the initial record of a new medium. `today` has the format YYYY-MM-DD. */
export const emptyRecord = (today: string): EditRecord => ({
  fn_nr: null,
  fn_titel: '',
  fn_kurztext: '',
  fn_text: '',
  is_mediathek: false,
  fn_geb: [],
  fn_sprache: ['de'],
  fn_typ: '49',
  fn_adressat: [],
  fn_schlag: [],
  fn_prodname: '',
  year: null,
  duration: null,
  url: null,
  isbn: null,
  ean: null,
  doi: null,
  rights_note: null,
  set_of: null,
  recommended: false,
  published: today,
  free: false,
  sequences: [],
});
