import { parse } from 'acorn';

/**
 * Empties functions of a library that the site does not use, so that the minifier drops what only they call.
 * @param {string} source of one of its files
 * @param {Record<string, string | null>} leftOut by name, the new body of the function; null removes the statement that
 *    assigns it. A method is named `Class.method`, an assigned property `exports.preload` or `Range.prototype.clone`.
 * @param {string} library named in the error
 * @throws when one of them is missing: after an update of the library the list must be reviewed
 */
export function leaveOut(source, leftOut, library) {
  const places = findPlaces(source);
  const missing = Object.keys(leftOut).filter((name) => !places.has(name));
  if (missing.length > 0) throw new Error(`${library} has no ${missing.join(', ')} any more: see left-out.mjs`);
  const named = [...places].filter(([name]) => name in leftOut);
  let lean = source;
  for (const [name, { body, statement }] of named.sort(([, a], [, b]) => b.body.start - a.body.start)) {
    const text = leftOut[name];
    const { start, end } = text === null ? statement : body;
    lean = `${lean.slice(0, start)}${text === null ? '' : `{ ${text} }`}${lean.slice(end)}`;
  }
  return lean;
}

/** By name, where a function's body is, and the statement that assigns a property. */
function findPlaces(source) {
  const places = new Map();
  const nameOf = (node) => source.slice(node.start, node.end);
  /** @param {import('acorn').AnyNode[]} statements of a file, of React Router's `createRouter` */
  const collect = (statements) => {
    for (const node of statements) {
      if (node.type === 'FunctionDeclaration') {
        places.set(node.id.name, { body: node.body });
        if (node.id.name === 'createRouter') collect(node.body.body);
      } else if (node.type === 'VariableDeclaration') {
        for (const { id, init } of node.declarations) {
          if (init?.type === 'ArrowFunctionExpression') places.set(id.name, { body: init.body });
          if (init?.type !== 'ClassExpression') continue;
          for (const { key, value } of init.body.body)
            if (value?.body) places.set(`${id.name}.${nameOf(key)}`, { body: value.body });
        }
      } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
        const { left, right } = node.expression;
        places.set(nameOf(left), { body: right.body ?? right, statement: node });
      }
    }
  };
  const sourceType = /^(?:import|export)\b/m.test(source) ? 'module' : 'script';
  collect(parse(source, { ecmaVersion: 'latest', sourceType }).body);
  return places;
}
