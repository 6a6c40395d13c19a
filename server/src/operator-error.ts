/** An error the operator can fix. The message is complete; no stack is printed. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
