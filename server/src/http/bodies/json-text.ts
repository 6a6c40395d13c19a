/** A reply that is written already, of parts each of which was parsed by its part of the schema: what is the same for everybody is parsed and written once. */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@fundus/contract/endpoint';

let checking = false;

/** From now on each such reply is held against the schema of its call as a whole. Tests do this to every one of them. */
export const checkTexts = (): void => void (checking = true);

/** `Answer`: what its text says. */
export class JsonText<Answer> {
  readonly text: string;
  declare readonly says: Answer;

  constructor(text: string) {
    this.text = text;
  }

  /** Throws where the text says more than the schema names, or something else. */
  check(schema: Endpoint['reply']): void {
    if (!checking || schema === 'stream') return;
    const said: unknown = JSON.parse(this.text);
    if (!isDeepStrictEqual(schema.parse(said), said)) throw new Error('the text of a reply says something its schema does not name');
  }
}
