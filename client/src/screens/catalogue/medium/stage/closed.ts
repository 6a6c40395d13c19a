/** Determines why a medium cannot be opened. Pure. */
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { licenceState } from '../../../../components/media/licence-state.ts';

export type Closed =
  | { reason: 'offline' }
  | { reason: 'login' }
  | { reason: 'expired'; date: string }
  | { reason: 'full' }
  | { reason: 'seat'; count: number }
  | { reason: 'none' }
  | { reason: 'empty' };

type About = Pick<MediaDetail, 'active' | 'full' | 'draft' | 'valid_to' | 'remaining' | 'fn_typ' | 'can' | 'url' | 'files' | 'rights'>;

/** Returns the reason, or `null` if the medium can be opened. `today` is a calendar day. */
export function findClosedReason(medium: About, about: { guest: boolean; today: string }): Closed | null {
  const something = medium.url !== null || medium.files.some((file) => file.role === 'main' && file.viewer !== 'none');
  if (medium.can.play && something) return null;
  if (mediaType(medium.fn_typ).carrier === 'physical') return { reason: 'offline' };
  if (medium.can.play || (medium.active && medium.rights?.stream)) return { reason: 'empty' };
  if (about.guest) return { reason: 'login' };
  const state = licenceState(medium, about.today);
  if (state?.kind === 'expired') return { reason: 'expired', date: state.date };
  // The user can claim a seat, which the licence panel offers.
  if (medium.active && medium.remaining !== false && medium.remaining > 0) return { reason: 'seat', count: medium.remaining };
  return { reason: state?.kind === 'full' ? 'full' : 'none' };
}
