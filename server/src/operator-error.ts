/** Something the operator can mend. The message is the whole sentence; a stack behind it would only hide it. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
