/** Fields that many schemas have. What only one noun knows stands with that noun. */
import { z } from 'zod';
import { normalizeText } from './unicode.ts';

/** What a person writes: without blanks around it, and composed (Unicode NFC), so that equal words are equal. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((words) => normalizeText(words))
    .max(max);

/**
 * One line as it is seen: ends of lines are blanks, and what is invisible or turns the direction of writing is gone, so that no name passes for
 * another one (Unicode UTS #39).
 */
export const cleanLine = (words: string): string =>
  normalizeText(words)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Text of one line: names, titles, labels. */
export const line = (max: number) => z.string().overwrite(cleanLine).max(max);

/** A name of a person: no address hides in it, since mails begin with it. */
export const personName = line(60).refine((name) => !/:\/\/|www\.|@/i.test(name), { message: 'format' });

/** The largest `integer` of the database. */
export const MAX_INTEGER = 2_147_483_647;

/** How many; as large as a column of the database. */
export const count = z.int32().min(0);

/** The number of changes of a row, sent with the next change. The next version must still be an `integer` of the database. */
export const version = z.int32().max(MAX_INTEGER - 1);
/** A version in an address. */
export const versionInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_INTEGER - 1);

/** A calendar day. */
export const day = z.iso.date();

/** A calendar day of a query; '' for none. */
export const dayOrEmpty = z.union([z.literal(''), day]).default('');

export const moment = z.iso.datetime();

/** A language the portal is shown in: `de`, `pt-BR`. */
export const locale = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);

/** A language as browsers name it: `de`, `zh-Hant`. */
export const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/);

export const emailOrEmpty = z.union([z.literal(''), z.email().max(254)]);

/** A web address; '' for none. */
export const addressOrEmpty = (max: number) => z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(max)]);

/** A day of any year, `07-31`. */
export const monthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** The identifier of a medium. */
export const identifier = z.string().min(1).max(200);

/** A thing to be shown by its name. */
export const named = <T extends z.ZodType>(id: T) => z.object({ id, name: z.string() });

/** Parameters of paths with one `{id}`, `{mediaId}` or `{identifier}`. */
export const byId = z.object({ id: z.uuid() });
export const byMediaId = z.object({ mediaId: identifier });
export const byIdentifier = z.object({ identifier });
