/** Rendering routes in Node. Not shared at run time: only the shell's Node build imports it. */
export { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
