import { parse } from 'acorn';
import { leftOut } from './left-out.mjs';

/**
 * Empties the functions of React Router that the site does not use, so that the minifier drops what only they call.
 * @throws when one of them is missing: after an update of React Router the list must be reviewed
 */
export default function leaveOutFunctions(source) {
  if (!source.includes('function createRouter(')) return source; // its other file
  const bodies = functionBodies(source);
  const missing = Object.keys(leftOut).filter((name) => !bodies.has(name));
  if (missing.length > 0)
    throw new Error(`React Router has no function ${missing.join(', ')} any more: see left-out.mjs`);
  let lean = source;
  const places = [...bodies].filter(([name]) => name in leftOut);
  for (const [name, { start, end }] of places.sort(([, a], [, b]) => b.start - a.start))
    lean = `${lean.slice(0, start)}{ ${leftOut[name]} }${lean.slice(end)}`;
  return lean;
}

/** Position of the body of each function declared at the top level or in `createRouter`. */
function functionBodies(source) {
  const bodies = new Map();
  const collect = (statements) => {
    for (const node of statements)
      if (node.type === 'FunctionDeclaration') {
        bodies.set(node.id.name, node.body);
        if (node.id.name === 'createRouter') collect(node.body.body);
      }
  };
  collect(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }).body);
  return bodies;
}
