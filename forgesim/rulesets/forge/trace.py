class ForgeTracer: pass
