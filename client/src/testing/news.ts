/** Fixtures for news. */
import type { Reply } from '@fundus/contract/endpoint';
import type { News, NewsCard, NewsDraft, NewsFile, news } from '@fundus/contract/news/news';

export const newsId = (n: number) => `01890000-0000-7000-8000-0000000009${String(n).padStart(2, '0')}`;

export const newsCard = (n: number, about: Partial<NewsCard> = {}): NewsCard => ({
  id: newsId(n),
  language: 'de',
  title: `Nachricht ${n}`,
  teaser: `Worum es in ${n} geht`,
  cover: null,
  category: null,
  from: 'Gymnasium am Lindenhof',
  display_at: '2026-11-20T08:00:00.000Z',
  updated_at: null,
  pinned: false,
  state: 'published',
  unread: false,
  ...about,
});

export const newsOf = (about: Partial<News> = {}): News => ({
  ...newsCard(1),
  body: '<p>Alles dazu.</p>',
  attachments: [],
  previous: null,
  next: null,
  can: { edit: false },
  ...about,
});

type List = Reply<typeof news.list>;
export const newsList = (items: NewsCard[] = [newsCard(1)], about: Partial<List> = {}): List => ({
  total: items.length,
  offset: 0,
  limit: 12,
  items,
  categories: [],
  can: { write: false, categories: false },
  ...about,
});

export const newsFile = (n: number, about: Partial<NewsFile> = {}): NewsFile => ({
  file: newsId(50 + n),
  name: `datei-${n}.pdf`,
  mime: 'application/pdf',
  bytes: 120_000,
  width: null,
  height: null,
  href: `/api/v1/news/files/${newsId(50 + n)}`,
  ...about,
});

const MAY = { edit: true, submit: false, publish: true, send_back: false, archive: true, restore: false, delete: true };

export const newsDraft = ({ can, ...about }: Partial<Omit<NewsDraft, 'can'>> & { can?: Partial<NewsDraft['can']> } = {}): NewsDraft => ({
  id: newsId(1),
  version: 3,
  state: 'draft',
  from: 'Gymnasium am Lindenhof',
  texts: { de: { title: 'Filmwoche', teaser: '', body: '<p>Kommt alle.</p>', cover_alt: '' } },
  cover: null,
  category: null,
  audience: 'school',
  targets: [],
  roles: 'all',
  display_at: null,
  expires_at: null,
  pinned_until: null,
  attachments: [],
  notify: 'portal',
  comment: '',
  created_at: '2026-11-20T08:00:00.000Z',
  changed_at: '2026-11-20T08:00:00.000Z',
  updated_at: null,
  ...about,
  can: { ...MAY, ...can },
});

type Manage = Reply<typeof news.manage>;
export const managed = (items: Manage['items'] = [], about: Partial<Manage> = {}): Manage => ({
  total: items.length,
  offset: 0,
  limit: 25,
  items,
  counts: { draft: 0, in_review: 0, scheduled: 0, published: 0, expired: 0, archived: 0 },
  can: { school: true, district: false, categories: false, review: false },
  ...about,
});
