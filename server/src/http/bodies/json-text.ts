/**
 * A reply that is already serialised. Its parts are validated separately, so that parts shared by all users are validated and serialised only once.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@fundus/contract/endpoint';

let checking = false;

/** Enables the validation of serialised replies against the schemas of their calls. Used in tests. */
export const checkTexts = (): void => void (checking = true);

/** Serialised reply. `Answer` is the type of its value. */
export class JsonText<Answer> {
  readonly text: string;
  declare readonly says: Answer;

  constructor(text: string) {
    this.text = text;
  }

  /** Throws if the text does not match the schema or contains undeclared fields. Does nothing unless `checkTexts` was called. */
  check(schema: Endpoint['reply']): void {
    if (!checking || schema === 'stream') return;
    const parsed: unknown = JSON.parse(this.text);
    if (!isDeepStrictEqual(schema.parse(parsed), parsed))
      throw new Error('the text of a reply contains a field that its schema does not declare');
  }
}
