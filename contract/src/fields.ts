/** Field schemas shared by several domains. Schemas of a single domain belong to that domain. */
import { z } from 'zod';
import { normalizeText } from './unicode.ts';

/** Returns a schema for user input: trimmed and composed (Unicode NFC), so that equal texts compare equal. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((words) => normalizeText(words))
    .max(max);

/**
 * Returns the text as one line: line ends become blanks, and invisible and direction characters are removed, so that names cannot be spoofed (Unicode
 * UTS #39).
 */
export const cleanLine = (words: string): string =>
  normalizeText(words)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Returns a schema for a single line: names, titles, labels. */
export const line = (max: number) => z.string().overwrite(cleanLine).max(max);

/** Name of a person. Rejects addresses, because mails begin with the name. */
export const personName = line(60).refine((name) => !/:\/\/|www\.|@/i.test(name), { message: 'format' });

/** Maximum value of an `integer` column. */
export const MAX_INTEGER = 2_147_483_647;

/** A number of things that fits into an `integer` column. */
export const count = z.int32().min(0);

/** Version of a row, sent with the next change. The subsequent version must still fit into an `integer` column. */
export const version = z.int32().max(MAX_INTEGER - 1);
/** A version in a query string. */
export const versionInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_INTEGER - 1);

/** A calendar day. */
export const day = z.iso.date();

/** A calendar day in a query; '' for none. */
export const dayOrEmpty = z.union([z.literal(''), day]).default('');

export const moment = z.iso.datetime();

/** A language of the user interface: `de`, `pt-BR`. */
export const locale = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);

/** A language tag of a browser: `de`, `zh-Hant`. */
export const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/);

export const emailOrEmpty = z.union([z.literal(''), z.email().max(254)]);

/** Returns a schema for a web address; '' for none. */
export const addressOrEmpty = (max: number) => z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(max)]);

/** A day without a year, `07-31`. */
export const monthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** The identifier of a medium. */
export const identifier = z.string().min(1).max(200);

/** Returns a schema for an object with its display name. */
export const named = <T extends z.ZodType>(id: T) => z.object({ id, name: z.string() });

/** Path parameters with one `{id}`, `{mediaId}` or `{identifier}`. */
export const byId = z.object({ id: z.uuid() });
export const byMediaId = z.object({ mediaId: identifier });
export const byIdentifier = z.object({ identifier });
