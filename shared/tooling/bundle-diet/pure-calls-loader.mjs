/**
 * Lets the bundler drop the components of React Router that no app uses (Form, its own Link with the prefetching of
 * framework mode): at the top level it creates them with calls that could have side effects, and then names them.
 */
export default function markPureCalls(source) {
  return source
    .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
    .replace(/^[\w$]+\.displayName = "[^"]*";$/gm, '');
}
