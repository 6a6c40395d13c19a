/** A message of a learning platform that is not taken, with the code its page shows; `detail` is for the log. */
import type { LtiProblem } from '@fundus/contract/lti/rules';

export class LtiError extends Error {
  override readonly name = 'LtiError';
  readonly problem: LtiProblem;
  constructor(problem: LtiProblem, detail: string = problem) {
    super(detail);
    this.problem = problem;
  }
}
