/** A rejected message of a learning platform, with the code displayed to the user; `detail` is for the log. */
import type { LtiProblem } from '@fundus/contract/lti/rules';

export class LtiError extends Error {
  override readonly name = 'LtiError';
  readonly problem: LtiProblem;
  constructor(problem: LtiProblem, detail: string = problem) {
    super(detail);
    this.problem = problem;
  }
}
