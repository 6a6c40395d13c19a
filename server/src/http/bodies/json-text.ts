/**
 * A reply that is already serialised. Its parts were validated separately, so that parts shared by all users are validated and serialised
 * once.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@fundus/contract/endpoint';

let checking = false;

/** Validates every such reply against the schema of its call from now on. For tests. */
export const checkTexts = (): void => void (checking = true);

/** `Answer` is the type of the serialised value. */
export class JsonText<Answer> {
  readonly text: string;
  declare readonly says: Answer;

  constructor(text: string) {
    this.text = text;
  }

  /** Throws if the text does not match the schema or has undeclared fields. */
  check(schema: Endpoint['reply']): void {
    if (!checking || schema === 'stream') return;
    const parsed: unknown = JSON.parse(this.text);
    if (!isDeepStrictEqual(schema.parse(parsed), parsed))
      throw new Error('the text of a reply contains a field that its schema does not declare');
  }
}
