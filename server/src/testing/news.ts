/** Shared helpers for tests of news. */
import { news, type NewsDraft } from '@fundus/contract/news/news';
import sharp from 'sharp';
import type { Caller } from './index.ts';

export const at = (id: string) => ({ params: { id } });

/** Returns the fields of a German news item, by default addressed to the author's school. */
export const fields = (title: string, more: object = {}) => ({ texts: { de: { title } }, audience: 'school' as const, ...more });

export const write = (who: Caller, title: string, more: object = {}): Promise<NewsDraft> =>
  who.call(news.create, { body: fields(title, more) });

export const step = (who: Caller, { id, version }: Pick<NewsDraft, 'id' | 'version'>, name: string, comment = ''): Promise<NewsDraft> =>
  who.call(news.step, { ...at(id), body: { step: name as 'publish', comment, version } });

export const publish = async (who: Caller, title: string, more: object = {}): Promise<NewsDraft> =>
  step(who, await write(who, title, more), 'publish');

export const titles = async (who: Caller, query: object = {}): Promise<string[]> =>
  (await who.call(news.list, { query: { limit: 100, ...query } })).items.map((item) => item.title);

/** Returns a picture whose metadata contain a location. */
export const jpeg = (width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { ImageDescription: 'Hinterhof Nord' } })
    .jpeg()
    .toBuffer();

export const bring = async (who: Caller, content: Buffer, kind: 'picture' | 'attachment' = 'picture', name = 'foto.jpg') =>
  who.call(news.addFile, { body: { kind, name, content: content.toString('base64') } });
