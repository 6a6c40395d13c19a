import type { DeviceItem, DeviceModel } from '@fundus/contract/lending/points/points';

/** Open dialog of the stock tab; `null`: none. */
export type Open =
  | { what: 'point' | 'import' }
  | { what: 'model'; model: DeviceModel | null }
  | { what: 'pictures'; model: DeviceModel }
  | { what: 'manuals'; model: DeviceModel }
  | { what: 'item'; item: DeviceItem | null; model: { id: string; name: string } }
  | { what: 'pass'; item: string; code: string }
  | null;
