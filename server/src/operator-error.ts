/** Error that the operator can fix. Its message is self-contained, so no stack is printed. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
