/** Checks the imports, the length and the environment variables of one file. */
import ts from 'typescript';
import { layerProblem } from './layers.mjs';
import { neighbourProblem } from './neighbours.mjs';
import { isTest, target, workspaceOf } from './source-paths.mjs';
import { folderProblem } from './subject-folders.mjs';
import { packageProblem, workspaceProblem } from './workspaces.mjs';

/** Number of lines above which a file causes a warning; above `TOO_LONG`, it causes an error. */
export const LONG = 300;
const TOO_LONG = 500;

const mayBeLong = (path) => isTest(path) || /\/reference\/|\/tables\.ts$/.test(path);
const mayReadEnvironment = (path) =>
  isTest(path) ||
  /^(e2e|bench|demo\/src\/make)\/|^server\/src\/(env|compile-cache|child-process\/run-in-child)\.ts$|\.config\.ts$/.test(path);

/** Returns the reason why `from` must not import `specifier`; undefined if it may. */
export function problem(from, specifier, later = false) {
  const to = target(from, specifier);
  if (to === undefined) return packageProblem(from, specifier);
  if (workspaceOf(to) !== workspaceOf(from)) return workspaceProblem(from, specifier, to, later);
  if (isTest(from)) return undefined;
  if (isTest(to)) return 'only tests may import testing code';
  return layerProblem(from, to) ?? folderProblem(from, to) ?? neighbourProblem(from, to);
}

/** Returns the problems of a file. `errors` break a rule; `warnings` are close to a limit. */
export function checkFile(path, text) {
  const errors = [];
  const warnings = [];
  const { importedFiles } = ts.preProcessFile(text, true, true);
  for (const { fileName, pos } of importedFiles) {
    const wrong = problem(path, fileName, /\bimport\(\s*['"]?$/.test(text.slice(0, pos)));
    if (wrong) errors.push(`${path}:${lineAt(text, pos)} imports ${fileName}: ${wrong}`);
  }
  const environment = /\bprocess\s*\.\s*env\b|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'(node:)?process'/.exec(text);
  if (environment && !mayReadEnvironment(path))
    errors.push(`${path}:${lineAt(text, environment.index)} reads the environment: only server/src/env.ts may`);
  const lines = text.split('\n').length - 1;
  if (lines > LONG && !mayBeLong(path)) (lines > TOO_LONG ? errors : warnings).push(`${path} has ${lines} lines`);
  return { errors, warnings };
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;
