/** Error for a rejected message of a learning platform. Its code is displayed to the user, and `detail` is logged. */
import type { LtiProblem } from '@fundus/contract/lti/rules';

export class LtiError extends Error {
  override readonly name = 'LtiError';
  readonly problem: LtiProblem;
  constructor(problem: LtiProblem, detail: string = problem) {
    super(detail);
    this.problem = problem;
  }
}
