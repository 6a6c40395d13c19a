import { z } from 'zod';
import { MediaItem } from './catalogue.ts';

/** Fields of an entry that may be a medium, part of one, or a link: in media lists and assignments. */
export const listedMedium = {
  /** Identifier of the medium; null for all other entries. */
  identifier: z.string().nullable(),
  /** The card; null if the catalogue no longer has the medium, or the visitor may not see it. */
  item: MediaItem.nullable(),
  /** The current title of a medium, or the name given to a part or link. */
  title: z.string(),
  /** Start and end of the part in seconds; null for the whole medium. */
  start_s: z.number().nullable(),
  end_s: z.number().nullable(),
  /** Address of a link. */
  url: z.string().nullable(),
};
