/** HTTP methods of API paths, for the Allow header. */
import type { Endpoint } from '@fundus/contract/endpoint';

/** Returns a function that returns the HTTP methods available at a path. The list is empty for unknown paths. */
export function methodsOf(domains: Record<string, Record<string, Endpoint>>): (path: string) => string[] {
  const calls = Object.values(domains).flatMap((calls) => Object.values(calls));
  const known = calls.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (path) => [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort();
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
