/** Licence state of a medium as shown on its card (docs/behaviour/catalogue.md#cards). */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { daysBetween } from '@fundus/contract/days';
import { physicalKind } from '@fundus/contract/reference/media-types';

export type LicenceState =
  | { kind: 'none' }
  | { kind: 'draft' }
  | { kind: 'offline' }
  | { kind: 'empty' }
  | { kind: 'expired'; date: string }
  | { kind: 'ends'; date: string }
  | { kind: 'full' }
  | { kind: 'seats'; count: number };

/** Number of days before a licence ends from which its card shows the end. */
const SOON_DAYS = 60;

type LicensedItem = Pick<MediaItem, 'active' | 'full' | 'draft' | 'valid_to' | 'remaining' | 'fn_typ'> & Partial<Pick<MediaItem, 'viewer'>>;

/** Returns the state to show, or `null` if the medium is available without restrictions. `today` is a calendar day. */
export function licenceState(item: LicensedItem, today: string): LicenceState | null {
  if (item.draft) return { kind: 'draft' };
  if (physicalKind(item.fn_typ) && (item.viewer ?? 'none') === 'none') return { kind: 'offline' };
  if (item.valid_to && item.valid_to < today) return { kind: 'expired', date: item.valid_to };
  if (!item.active) return item.full ? { kind: 'full' } : { kind: 'none' };
  if (item.viewer === 'none') return { kind: 'empty' };
  if (item.valid_to && daysBetween(today, item.valid_to) <= SOON_DAYS) return { kind: 'ends', date: item.valid_to };
  if (item.remaining !== false && item.remaining > 0) return { kind: 'seats', count: item.remaining };
  return null;
}
