/** Why a medium cannot be opened here and now. Pure. */
import type { MediaDetail } from '@fundus/contract/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { licenceState } from '../../components/licence-state.ts';

export type Closed = { reason: 'offline' } | { reason: 'login' } | { reason: 'expired'; date: string } | { reason: 'full' } | { reason: 'none' } | { reason: 'empty' };

type About = Pick<MediaDetail, 'active' | 'valid_to' | 'remaining' | 'fn_typ' | 'can' | 'url' | 'files'>;

/** `today` is a calendar day. Null: it can be opened. */
export function closedBecause(medium: About, about: { guest: boolean; today: string }): Closed | null {
  const something = medium.url !== null || medium.files.some((file) => file.role === 'main' && file.viewer !== 'none');
  if (medium.can.play && something) return null;
  if (mediaType(medium.fn_typ).carrier === 'physical') return { reason: 'offline' };
  if (medium.can.play) return { reason: 'empty' };
  if (about.guest) return { reason: 'login' };
  const state = licenceState(medium, about.today);
  if (state?.kind === 'expired') return { reason: 'expired', date: state.date };
  return { reason: state?.kind === 'full' ? 'full' : 'none' };
}
