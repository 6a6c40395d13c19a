/** Fixtures for shared media. */
import type { Reply } from '@fundus/contract/endpoint';
import type { sharedMedia, SharedMedium } from '@fundus/contract/shared-media/shared-media';
import { mediaItem } from './media-item.ts';

export const sharedMedium = (
  n: number,
  { can, ...about }: Partial<Omit<SharedMedium, 'can'>> & { can?: Partial<SharedMedium['can']> } = {},
): SharedMedium => ({
  id: `01890000-0000-7000-8000-00000000040${n}`,
  kind: 'media',
  identifier: `FU-${n}`,
  item: mediaItem({ identifier: `FU-${n}`, fn_titel: `Medium ${n}` }),
  title: `Medium ${n}`,
  excerpt: null,
  message: '',
  visible_from: null,
  visible_until: '2099-07-31',
  shared_at: '2026-11-20T08:00:00.000Z',
  mine: false,
  from: 'Meltem Demir',
  to: 'people',
  receivers: [],
  opened: 0,
  state: 'active',
  received: null,
  ...about,
  can: { change: false, revoke: false, archive: false, forward: true, ...can },
});

export const sharedList = (items: SharedMedium[], about: Partial<Reply<typeof sharedMedia.list>> = {}): Reply<typeof sharedMedia.list> => ({
  total: items.length,
  offset: 0,
  limit: 24,
  items,
  lists: ['to_me', 'by_me', 'classes', 'school'],
  unread: items.filter(({ received }) => received === 'unread').length,
  can: { share: true },
  ...about,
});
