// The same moment that the application marks: what there is to see has been drawn.
requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
