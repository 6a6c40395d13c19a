/** The keys of all texts a person reads, typed from the English set. */
import type en from '../messages/en.json';

type Plural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;

export type MessageKey = Plural<keyof typeof en & string>;
