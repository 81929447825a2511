/** Of all properties, queries by role and clicks read only these. Only `display` is set by the browser's own sheet. */
const queried = ['display', 'visibility', 'pointer-events'];

/** What the browser's own sheet says of a tag, the same in each window. */
const displays = new Map();

/**
 * The `getComputedStyle` of a jsdom window with jsdom's answers, without its price. jsdom resolves each property, a dozen
 * colours among them, on each call, and a query by role calls for each element and its ancestors: it took a quarter of a
 * suite's processor time. This one resolves what is read; jsdom still answers for every other property.
 */
exports.cheapComputedStyle = (view) => {
  const ofJsdom = view.getComputedStyle;
  const { document } = view;
  // jsdom's own side of the document, which holds its cache of styles.
  const [inner] = Object.getOwnPropertySymbols(document).filter(({ description }) => description === 'impl');
  const ofDocument = document[inner];
  const sheetless = document.implementation.createHTMLDocument();
  const answers = new WeakMap();
  let rules = [];
  let read = [];

  /** What the browser's own sheet says: jsdom's answer for the same tag in a document without sheets. */
  function displayOfTag(element) {
    const { localName, namespaceURI, parentElement } = element;
    if (parentElement?.localName === 'ruby') return ofJsdom.call(view, element).display;
    const marks = ['hidden', 'open'].map((name) => element.hasAttribute(name));
    const key = [namespaceURI, localName, element.getAttribute('type'), ...marks].join();
    if (!displays.has(key)) {
      const probe = sheetless.importNode(element);
      probe.removeAttribute('style');
      displays.set(key, ofJsdom.call(view, probe).display);
    }
    return displays.get(key);
  }

  /** The rules of the page's sheets that set a queried property, read again when there is another sheet or rule. */
  function rulesOfSheets() {
    const present = [...document.styleSheets];
    const contents = present.flatMap((sheet) => [sheet, sheet.cssRules.length]);
    if (contents.length === read.length && contents.every((part, at) => part === read[at])) return rules;
    read = contents;
    const onScreen = (rule) => (!rule.media ? rule : Array.from(rule.media).includes('screen') ? rule.cssRules : []);
    const all = present.flatMap(({ cssRules }) => cssRules.flatMap(onScreen));
    rules = all.filter(({ style }) => style && queried.some((name) => style.getPropertyValue(name)));
    return rules;
  }

  function matches(element, selector) {
    try {
      return element.matches(selector);
    } catch {
      return false; // a selector that jsdom can't read
    }
  }

  function resolve(element) {
    const styles = rulesOfSheets()
      .filter(({ selectorText }) => matches(element, selectorText))
      .map(({ style }) => style);
    if (element.hasAttribute('style')) styles.push(element.style);
    const set = (name) => styles.findLast((style) => style.getPropertyValue(name))?.getPropertyValue(name);
    const inherited = element.parentElement && styleOf(element.parentElement);
    return {
      display: set('display') ?? displayOfTag(element),
      visibility: set('visibility') ?? inherited?.visibility ?? 'visible',
      'pointer-events': set('pointer-events') ?? inherited?.['pointer-events'] ?? 'auto',
    };
  }

  function styleOf(element) {
    // jsdom drops its own cache when anything changes; this one goes with it.
    ofDocument._styleCache ??= new WeakMap();
    if (!answers.has(ofDocument._styleCache)) answers.set(ofDocument._styleCache, new WeakMap());
    const known = answers.get(ofDocument._styleCache);
    if (!known.has(element)) known.set(element, resolve(element));
    return known.get(element);
  }

  return function getComputedStyle(element, pseudo) {
    if (pseudo || element?.ownerDocument !== document) return ofJsdom.call(view, element, pseudo);
    const style = styleOf(element);
    return new Proxy(style, {
      get(_, name) {
        if (name === 'pointerEvents') return style['pointer-events'];
        if (name === 'getPropertyValue')
          return (property) => style[property] ?? ofJsdom.call(view, element).getPropertyValue(property);
        return style[name] ?? Reflect.get(ofJsdom.call(view, element), name);
      },
    });
  };
};
