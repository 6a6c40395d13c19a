import { expect, it } from 'vitest';
import { medium } from '../../../../testing/edit-medium.ts';
import { listMissingValues } from './missing.ts';

const { record } = medium();
const whole = {
  ...record,
  fn_text: '<p>Worum es geht</p>',
  fn_geb: ['120'],
  fn_adressat: ['07'],
  fn_sprache: ['de'],
  isbn: null,
  ean: null,
  doi: null,
  rights_note: 'CC BY',
};
const film = { role: 'main', viewer: 'video' };

it('lists missing values that affect the search or accessibility', () => {
  expect(listMissingValues(whole, [film, { role: 'caption', viewer: 'none' }])).toEqual([]);
  expect(listMissingValues(whole, null)).toEqual([]);
  expect(listMissingValues({ ...whole, fn_text: '', rights_note: null }, [film])).toEqual([
    'edit.missing.fn_text',
    'edit.missing.rights_note',
    'edit.missing.captions',
  ]);
  expect(listMissingValues({ ...whole, fn_geb: [], fn_adressat: [], fn_sprache: [] }, [{ role: 'main', viewer: 'pdf' }])).toEqual([
    'edit.missing.fn_geb',
    'edit.missing.fn_adressat',
    'edit.missing.fn_sprache',
  ]);
});
