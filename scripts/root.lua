-- The usual root of a tree. It is always ready and does nothing itself: in each
-- tick the first of its children that is ready runs.
return { doc = "Root of a tree: always ready, its children act." }
