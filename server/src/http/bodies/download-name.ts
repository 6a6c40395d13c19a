import type { MessageKey } from '@fundus/contract/messages';

type Name = Extract<MessageKey, `download.${string}`> extends `download.${infer N}` ? N : never;

/** Returns a file name without extension in the user's language, such as `Lizenzen-2026-11-30`. `parts` follow the name. */
export const downloadName = (t: (key: MessageKey) => string, name: Name, ...parts: string[]): string =>
  [t(`download.${name}`), ...parts.filter((part) => part !== '')].join('-');
