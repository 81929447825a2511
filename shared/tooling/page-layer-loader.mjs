/**
 * Puts a remote's own styles into the cascade layer `page`: above the design system (`ground`, `ui`), below the shell's
 * own rules, which are in no layer. So no rule of a remote overrides the frame around its page. A remote's own component
 * of the design system names its layer itself, `@layer ui`: it keeps its place below the pages that it is used in.
 */
export default function putIntoPageLayer(source) {
  return /^@layer ground, ui;\n@layer ui \{/.test(source) ? source : `@layer page {\n${source}\n}\n`;
}
