export type Kind = { mime: string; ext: string };
