import { z } from 'zod';
import { MediaItem } from './catalogue.ts';

/** Fields of an entry in a media list or assignment, which can be a medium, a part of one, or a link. */
export const listedMedium = {
  /** Identifier of the medium, or `null` for any other entry. */
  identifier: z.string().nullable(),
  /** Card of the medium, or `null` if the catalogue no longer contains it or the visitor may not see it. */
  item: MediaItem.nullable(),
  /** Current title of a medium, or the title given to a part or a link. */
  title: z.string(),
  /** Start and end of the part in seconds, or `null` for the whole medium. */
  start_s: z.number().nullable(),
  end_s: z.number().nullable(),
  /** URL of a link, or `null` for any other entry. */
  url: z.string().nullable(),
};
