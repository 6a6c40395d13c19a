import { DAY } from '@fundus/contract/days';
import type { InventoryRow } from '@fundus/contract/lending/inventory/inventory';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { closeInventory, insertInventory } from '../inventory/inventory-repository.ts';

const row = (about: Partial<InventoryRow> & Pick<InventoryRow, 'group' | 'code'>): InventoryRow => ({
  ...{ model: '', shelf: '', seen: '', state: null, point: '' },
  ...about,
});

const ROWS = [
  row({ group: 'moved', code: 'MIK-03', model: 'Ansteckmikrofone, 2 Stück', shelf: 'P2', seen: 'M3', state: 'available' }),
  row({ group: 'moved', code: 'BEA-04', model: 'Kurzdistanzbeamer', shelf: 'K1', seen: 'B4', state: 'available' }),
  row({ group: 'still_lent', code: 'DOK-02', model: 'Dokumentenkamera', shelf: 'D2', state: 'available' }),
  row({ group: 'lent', code: 'ROB-01', model: 'Lernroboter, 6 Stück', shelf: 'R1', state: 'available' }),
  row({ group: 'repair', code: 'LAU-02', model: 'Lautsprecheranlage mit Akku', shelf: 'L2', state: 'repair' }),
  row({ group: 'unknown', code: 'MB-0417', seen: 'B4' }),
];

export async function makeInventory(db: Db, point: string, now: Date): Promise<void> {
  const begun = new Date(now.getTime() - 118 * DAY);
  const id = newId(begun);
  await insertInventory(db, id, point, '', begun);
  const counts = {
    missing: 0,
    moved: 2,
    still_lent: 1,
    was_lost: 0,
    was_retired: 0,
    elsewhere: 0,
    unknown: 1,
    lent: 1,
    repair: 1,
    found: 55,
  };
  const corrected = { lost: 0, moved: 2, taken_back: 1, found: 0 };
  await closeInventory(db, id, { counts, corrected, rows: ROWS }, new Date(begun.getTime() + 5_400_000));
}
