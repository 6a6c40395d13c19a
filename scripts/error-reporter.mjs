/** A reporter of vitest: writes what went wrong outside of any test to the file `TEST_ERRORS`, because vitest's own report leaves it out. */
import { writeFileSync } from 'node:fs';

export default class ErrorReporter {
  onTestRunEnd(_modules, errors) {
    if (process.env.TEST_ERRORS) writeFileSync(process.env.TEST_ERRORS, JSON.stringify(errors.map(textOf)));
  }
}

const textOf = ({ name, message, stack }) => stack ?? `${name}: ${message}`;
