import type { DeviceItem, DeviceModel } from '@fundus/contract/lending/points/points';

/** Dialog of the stock tab that is open, or `null`. */
export type OpenStockDialog =
  | { what: 'point' | 'import' }
  | { what: 'model'; model: DeviceModel | null }
  | { what: 'pictures'; model: DeviceModel }
  | { what: 'manuals'; model: DeviceModel }
  | { what: 'item'; item: DeviceItem | null; model: { id: string; name: string } }
  | { what: 'pass'; item: string; code: string }
  | null;
