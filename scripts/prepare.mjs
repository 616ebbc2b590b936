// What `npm start` and `npm test` do first, in one process, because starting Node twice is noticeable.
import "./install.mjs";
import "./explorer.mjs";
