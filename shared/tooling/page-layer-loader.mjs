/**
 * Puts a remote's own styles into the cascade layer `page`: above the design system (`ground`, `ui`), below the shell's
 * own rules, which stand in no layer. So no rule of a remote ever overrules the frame around its page.
 */
export default function putIntoPageLayer(source) {
  return `@layer page {\n${source}\n}\n`;
}
