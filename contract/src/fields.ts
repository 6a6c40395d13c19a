/** Field schemas shared by multiple domains. Schemas used by a single domain belong to that domain. */
import { z } from 'zod';
import { normalizeText } from './unicode.ts';

/** Returns a schema for text, which is trimmed and normalized (Unicode NFC), so that equal texts compare equal. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((words) => normalizeText(words))
    .max(max);

/** Returns the text as one line without invisible and bidirectional control characters, so that names cannot be spoofed (Unicode UTS #39). */
export const cleanLine = (words: string): string =>
  normalizeText(words)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Returns a schema for a single line, such as a name, title or label. */
export const line = (max: number) => z.string().overwrite(cleanLine).max(max);

/** Name of a person. URLs and email addresses are rejected, because mails start with the name. */
export const personName = line(60).refine((name) => !/:\/\/|www\.|@/i.test(name), { message: 'format' });

/** Maximum value of an `integer` column. */
export const MAX_INTEGER = 2_147_483_647;

/** Non-negative number that fits into an `integer` column. */
export const count = z.int32().min(0);

/** Version of a row, which must be sent with a change. The next version must also fit into an `integer` column. */
export const version = z.int32().max(MAX_INTEGER - 1);
/** Version of a row in a query string. */
export const versionInQuery = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_INTEGER - 1);

/** Calendar day as an ISO 8601 date. */
export const day = z.iso.date();

/** Calendar day in a query string, or an empty string for none. */
export const dayOrEmpty = z.union([z.literal(''), day]).default('');

export const moment = z.iso.datetime();

/** Code of a language of the user interface, such as `de` or `pt-BR`. */
export const locale = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);

/** Language tag of a browser, such as `de` or `zh-Hant`. */
export const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/);

export const emailOrEmpty = z.union([z.literal(''), z.email().max(254)]);

/** Returns a schema for a web address, which may be empty. */
export const addressOrEmpty = (max: number) => z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(max)]);

/** Day without a year, such as `07-31`. */
export const monthAndDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** Identifier of a medium. */
export const identifier = z.string().min(1).max(200);

/** Returns a schema for an object with an ID and a display name. */
export const named = <T extends z.ZodType>(id: T) => z.object({ id, name: z.string() });

/** Path parameters that consist of one `{id}`, `{mediaId}` or `{identifier}`. */
export const byId = z.object({ id: z.uuid() });
export const byMediaId = z.object({ mediaId: identifier });
export const byIdentifier = z.object({ identifier });
